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
