// Being told of one's turns on this device: what the browser must be asked for, and where it keeps it.
import { lang } from "./i18n/index.svelte";
import { api } from "./net/api";
import type { Alerts, NewTarget } from "./protocol";

const DEVICE = "carrozza-alerts"; // the target that this device is

/** What this device can do: tell, not tell, or not tell because the person has forbidden it. */
export function deviceState(): "can" | "cannot" | "forbidden" {
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) return "cannot";
  return Notification.permission === "denied" ? "forbidden" : "can";
}

export function thisDevice(): string | null {
  try {
    return localStorage.getItem(DEVICE);
  } catch {
    return null;
  }
}

/** To be called on a click, as browsers want it. Null: the person would rather not. */
export async function tellThisDevice(key: string): Promise<Alerts | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const worker = await navigator.serviceWorker.ready;
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = made.toJSON();
  const alerts = await api.addTarget({
    ...here(),
    kind: "push",
    url: endpoint ?? "",
    p256dh: keys?.p256dh ?? "",
    auth: keys?.auth ?? "",
    label: deviceName(),
  });
  const mine = alerts.targets.filter((target) => target.kind === "push").at(-1);
  try {
    if (mine) localStorage.setItem(DEVICE, mine.id);
  } catch {
    // it is told all the same
  }
  return alerts;
}

/** What every new target says of its person. */
export const here = (): Pick<NewTarget, "zone" | "language"> => ({
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC",
  language: lang.name,
});

function deviceName(): string {
  const agent = navigator.userAgent;
  const browser = ["Firefox", "Edg", "OPR", "Chrome", "Safari"].find((name) => agent.includes(name)) ?? "";
  const system = ["Android", "iPhone", "iPad", "Windows", "Mac", "Linux"].find((name) => agent.includes(name)) ?? "";
  const names: Record<string, string> = { Edg: "Edge", OPR: "Opera" };
  return [names[browser] ?? browser, system].filter(Boolean).join(", ").slice(0, 60);
}

/** A time of the day as people type it, from minutes since midnight and back. */
export const timeOf = (minutes: number | null | undefined): string =>
  minutes == null
    ? ""
    : `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
export const minutesOf = (time: string): number | null => {
  const found = /^(\d\d):(\d\d)/.exec(time);
  return found ? Number(found[1]) * 60 + Number(found[2]) : null;
};
