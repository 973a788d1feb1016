"use client";

import { useActionState } from "react";
import { FormProblem } from "@/app/dashboard/_parts/form-problem";
import { primaryButton } from "@/app/dashboard/_parts/parts";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { ShownOnce } from "@/app/dashboard/_parts/shown-once";
import { createSecretAction, type SecretState } from "./actions";

/** Makes a secret and shows it, once. */
export function NewSecret({ place }: { place: { tenant: string; environment: string } }) {
  const [state, action, pending] = useActionState<SecretState, FormData>(createSecretAction, {});
  return (
    <div className="space-y-4">
      <FormProblem problem={state.problem} />
      {state.secret && (
        <div role="status" className="space-y-3">
          <p>Copy it now. It is shown this once and kept nowhere.</p>
          <ShownOnce label="Tenant secret" value={state.secret} />
        </div>
      )}
      <form action={action}>
        <PlaceFields place={place} />
        <button type="submit" disabled={pending} className={primaryButton}>
          New secret
        </button>
      </form>
    </div>
  );
}
