import type { Page } from "@playwright/test";

/** An authenticator of Chromium's own, beside the browser's page. */
export interface VirtualAuthenticator {
  /** Whether its user is recognised. */
  recognises: (isUser: boolean) => Promise<void>;
  /** Returns the number of its passkeys. */
  passkeys: () => Promise<number>;
  /** Removes it, like a lost authenticator. */
  remove: () => Promise<void>;
}

interface Abilities {
  /** Whether it is part of the device, or plugged in. */
  transport?: "internal" | "usb";
  /** Whether it stores passkeys, so that they are found without an address. */
  hasResidentKey?: boolean;
  /** Whether it can recognise its user at all. */
  hasUserVerification?: boolean;
  /** Whether a touch is simulated when it waits for one. */
  automaticPresenceSimulation?: boolean;
}

/** Has the page's browser offer no passkeys in the address field. Chromium answers such an offer by itself
 *  where its authenticator is a virtual one, before the test can press a button. */
export async function withoutAutofill(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
}

/** Gives the browser of `page` an authenticator: by default a fingerprint reader. */
export async function aVirtualAuthenticator(
  page: Page,
  abilities: Abilities = {},
): Promise<VirtualAuthenticator> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("WebAuthn.enable", { enableUI: false });
  const { authenticatorId } = await browser.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      ctap2Version: "ctap2_1",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      ...abilities,
    },
  });
  return {
    recognises: async (isUserVerified) => {
      await browser.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
    },
    passkeys: async () =>
      (await browser.send("WebAuthn.getCredentials", { authenticatorId })).credentials.length,
    remove: async () => {
      await browser.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId });
    },
  };
}
