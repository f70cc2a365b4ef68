// Passkeys: the browser makes and uses them, and asks its person by itself.
import { lang } from "./i18n/index.svelte";
import { api, Problem } from "./net/api";
import type { Passkey } from "./protocol";

/** Whether the server offers them at this address, and the browser knows them well enough. */
export async function canUsePasskeys(): Promise<boolean> {
  const knows = typeof PublicKeyCredential === "function" && "parseCreationOptionsFromJSON" in PublicKeyCredential;
  return knows && (await api.ways()).passkeys;
}

export async function makePasskey(name: string, password: string): Promise<Passkey[]> {
  const { options } = await api.passkeyToAdd(password);
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  return api.addPasskey(name, await asked(() => navigator.credentials.create({ publicKey })));
}

export async function usePasskey(): Promise<void> {
  const { options } = await api.passkeyToUse();
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  await api.usePasskey(await asked(() => navigator.credentials.get({ publicKey })));
}

/** What the browser gives, as JSON. Somebody may change their mind, or have no key here: it does not say which. */
async function asked(browser: () => Promise<Credential | null>): Promise<unknown> {
  try {
    return ((await browser()) as PublicKeyCredential).toJSON();
  } catch {
    throw new Problem("passkey_failed", lang.m.access.passkeyFailed, 0);
  }
}
