import { bytesOf, jsonOf } from "@/lib/core/oidc/pages/browser/credential-json";
import { each } from "@/lib/core/oidc/pages/browser/each";

/** Requests a passkey from the browser, or creates one, and sends it with its form.
 *
 *  A form has the options as JSON (`data-passkey-get` or `data-passkey-create`), a hidden field `passkey` for
 *  the answer, and a button `data-passkey` that starts the prompt. With `data-passkey-now` the page starts it
 *  at once. Where a field accepts passkeys from autofill (`autocomplete="… webauthn"`), the browser offers
 *  them there. An element `data-passkey-note` explains a prompt without a result: its attributes are texts by
 *  the error's name, and `data-other` is for all others. */
export function usePasskey(): void {
  const known = Boolean(window.PublicKeyCredential && navigator.credentials);
  each("[data-passkey]", (element) => {
    element.hidden = !known;
  });
  each("[data-without-passkey]", (element) => {
    element.toggleAttribute("data-shown", !known);
  });
  if (known) each("[data-passkey-get],[data-passkey-create]", offer);
}

function offer(form: HTMLFormElement): void {
  const button = form.querySelector<HTMLButtonElement>("button[data-passkey]");
  const note = form.querySelector<HTMLElement>("[data-passkey-note]");
  const end = Date.now() + Number(optionsOf(form).timeout ?? Infinity);
  let running = new AbortController();

  const say = (error: unknown) => {
    const name = error instanceof Error ? error.name : "";
    // Another prompt replaced this one.
    if (name === "AbortError" || !note) return;
    note.textContent = note.getAttribute(`data-${name}`) ?? note.dataset.other ?? "";
  };
  const ask = async (how: "asked" | "at once" | "autofill") => {
    // Only one prompt at a time.
    running.abort();
    running = new AbortController();
    const { signal } = running;
    try {
      const mediation = how === "autofill" ? "conditional" : undefined;
      const answer = await credentialOf(form, { signal, ...(mediation && { mediation }) });
      const field = form.elements.namedItem("passkey");
      if (!answer || !(field instanceof HTMLInputElement)) return;
      field.value = jsonOf(answer);
      form.requestSubmit(button);
    } catch (error) {
      if (how === "asked") say(error);
      if (how === "asked" && !signal.aborted) autofill();
    }
  };
  const autofill = async () => {
    if (!form.querySelector("[autocomplete~=webauthn]")) return;
    if (await PublicKeyCredential.isConditionalMediationAvailable?.()) ask("autofill");
  };

  button?.addEventListener("click", (event) => {
    // The options have expired: the server sends new ones.
    if (Date.now() > end) return;
    event.preventDefault();
    if (note) note.textContent = "";
    ask("asked");
  });
  if (form.hasAttribute("data-passkey-now")) ask("at once");
  else autofill();
  const platform = form.elements.namedItem("platform");
  if (platform instanceof HTMLInputElement) notePlatform(platform);
}

/** Reports to the server that this device can store a passkey. */
async function notePlatform(field: HTMLInputElement): Promise<void> {
  const can = await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable?.();
  if (can) field.value = "on";
}

function optionsOf({ dataset }: HTMLFormElement) {
  return JSON.parse(dataset.passkeyGet ?? dataset.passkeyCreate ?? "{}");
}

function credentialOf(form: HTMLFormElement, how: CredentialRequestOptions) {
  const publicKey = bytesOf(optionsOf(form));
  return form.dataset.passkeyGet === undefined
    ? navigator.credentials.create({ ...how, publicKey })
    : navigator.credentials.get({ ...how, publicKey });
}
