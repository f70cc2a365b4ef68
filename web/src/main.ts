import { mount } from "svelte";
import App from "./App.svelte";
import "./fonts.css";
import "./tokens.css";
import "./app.css";
import { lang, preferred } from "./i18n/index.svelte";
import { fetchCatalogue } from "./net/api";
import { watchForUpdates } from "./net/update";
import { pageAt } from "./pages";
import { applyTheme, prefs } from "./prefs.svelte";

applyTheme(prefs.theme);
watchForUpdates();
// Asked for while the language comes; whoever waits for them is told what went wrong.
void fetchCatalogue();
void pageAt(location.pathname)
  ?.load()
  .catch(() => undefined);
await lang.set(preferred());
mount(App, { target: document.getElementById("app")! });
if ("serviceWorker" in navigator && import.meta.env.PROD) void navigator.serviceWorker.register("/sw.js");
