"use client";

import { useRef, useState } from "react";
import { useHydrated } from "@/app/_components/hydrated";
import { primaryButton } from "@/app/dashboard/_parts/buttons";
import { useFrameWords } from "@/app/dashboard/_words/frame-words";

interface Props {
  token: string;
  options: PublicKeyCredentialRequestOptionsJSON;
  /** Reason for which the previous passkey was refused. */
  problem?: string;
}

/** Asks the browser for a passkey, and sends the answer with the form around it. A cancelled prompt changes
 *  nothing. */
export function PasskeyProof({ token, options, problem }: Props) {
  const texts = useFrameWords();
  const hydrated = useHydrated();
  const answer = useRef<HTMLInputElement>(null);
  const [note, setNote] = useState(problem);
  const able = !hydrated || supportsPasskeys();
  const ask = async () => {
    setNote(undefined);
    const field = answer.current;
    const credential = await credentialFor(options);
    if (!field?.form || !credential) return setNote(texts.passkeyUnused);
    field.value = JSON.stringify(credential);
    field.form.requestSubmit();
  };
  return (
    <>
      <input type="hidden" name="proof-token" value={token} />
      <input ref={answer} type="hidden" name="proof-passkey" defaultValue="" />
      {hydrated && able && (
        <button type="button" onClick={ask} className={primaryButton}>
          {texts.usePasskey}
        </button>
      )}
      <p
        role="status"
        className="order-first basis-full text-red-700 empty:hidden dark:text-red-400"
      >
        {able ? note : texts.noPasskeys}
      </p>
      <noscript>
        <p className="basis-full">{texts.noPasskeys}</p>
      </noscript>
    </>
  );
}

/** Whether this browser supports passkeys, and can parse the options of a challenge. */
function supportsPasskeys(): boolean {
  return "parseRequestOptionsFromJSON" in (window.PublicKeyCredential ?? {});
}

/** Returns the browser's answer; null when there was no passkey, or none was used in time. */
async function credentialFor(options: Props["options"]) {
  try {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
    const credential = await navigator.credentials.get({ publicKey });
    return credential instanceof PublicKeyCredential ? credential.toJSON() : null;
  } catch {
    return null;
  }
}
