// A provider of OpenID Connect: a program of its own, at which anybody may sign in.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, python } from "./server.mjs";

/** `options` are for the server that offers it, which is started later, at `port`. */
export async function startProvider(port) {
  const own = await freePort();
  const issuer = `http://127.0.0.1:${own}`;
  const started = spawn(python, ["-m", "oidc_provider_mock", "--port", String(own), "--require-registration", "true"], {
    stdio: "ignore",
  });
  const gone = new Promise((exit) => started.on("exit", exit));
  const answers = () =>
    fetch(`${issuer}/jwks`).then(
      (reply) => reply.ok,
      () => false,
    );
  while (!(await answers())) {
    if (started.exitCode !== null) throw new Error("the provider does not start");
    await new Promise((later) => setTimeout(later, 50));
  }
  const base = `http://127.0.0.1:${port}`;
  const reply = await fetch(`${issuer}/oauth2/clients`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ redirect_uris: [`${base}/account/oidc/club`] }),
  });
  const { client_id, client_secret } = await reply.json();
  const folder = mkdtempSync(join(tmpdir(), "carrozza-e2e-"));
  const file = join(folder, "providers.toml");
  writeFileSync(join(folder, "secret"), client_secret);
  writeFileSync(
    file,
    `[club]\nname = "Club della ferrovia"\nissuer = "${issuer}"\nclient_id = "${client_id}"\nsecret_file = "secret"\n`,
  );
  return {
    issuer,
    options: ["--oidc", file, "--url", base],
    /** Somebody is called this there. */
    call: (subject, claims) =>
      fetch(`${issuer}/users/${subject}`, {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(claims),
      }),
    async stop() {
      started.kill("SIGKILL");
      await gone;
    },
    forget: () => rmSync(folder, { recursive: true, force: true }),
  };
}
