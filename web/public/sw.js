// Keeps the shell of the page, so that it opens without a network; games themselves need one.
// Files whose names hold a fingerprint never change; the page itself is always asked for first.
const CACHE = "carrozza-1";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

async function first(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const reply = await fetch(request);
  if (reply.ok) (await caches.open(CACHE)).put(request, reply.clone());
  return reply;
}

async function fresh(request) {
  try {
    const reply = await fetch(request);
    if (reply.ok && reply.headers.get("content-type")?.startsWith("text/html"))
      (await caches.open(CACHE)).put("/", reply.clone());
    return reply;
  } catch {
    return (await caches.match("/")) ?? Response.error();
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(fresh(request));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(first(request));
});

// Alerts. One that comes twice has the same id, and is shown once; a newer one of the same table takes its place.
self.addEventListener("push", (event) => {
  const told = event.data?.json();
  if (told) event.waitUntil(show(told));
});

async function show(told) {
  const shown = await self.registration.getNotifications({ tag: told.tag });
  const again = shown.some((notice) => notice.data?.id === told.id);
  await self.registration.showNotification(told.title, {
    body: told.body,
    tag: told.tag,
    lang: told.language,
    icon: "/icon-192.png",
    badge: "/icon-192.png",
    renotify: !again,
    silent: again,
    data: told,
    actions: told.stop ? [{ action: "stop", title: told.stop_words }] : [],
  });
}

self.addEventListener("notificationclick", (event) => {
  const { data, close } = event.notification;
  close.call(event.notification);
  const stop = `/api/v1/alerts/stop?token=${encodeURIComponent(data.stop)}`;
  event.waitUntil(event.action === "stop" ? fetch(stop, { method: "POST" }) : open(new URL(data.link).pathname));
});

async function open(path) {
  for (const page of await self.clients.matchAll({ type: "window", includeUncontrolled: true }))
    if (new URL(page.url).pathname === path) return page.focus();
  return self.clients.openWindow(path);
}

// The browser has thrown its keys away: it gets new ones, and the server is told.
self.addEventListener("pushsubscriptionchange", (event) => {
  const key = event.oldSubscription?.options.applicationServerKey;
  if (key) event.waitUntil(subscribeAgain(key));
});

async function subscribeAgain(applicationServerKey) {
  const made = await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const { endpoint, keys } = made.toJSON();
  await fetch("/api/v1/me/alerts/targets", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ kind: "push", url: endpoint, ...keys, label: navigator.userAgent.slice(0, 60) }),
  });
}
