"use client";

import { useActionState } from "react";
import { FormProblem } from "@/app/dashboard/_parts/form-problem";
import { primaryButton } from "@/app/dashboard/_parts/parts";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { ShownOnce } from "@/app/dashboard/_parts/shown-once";
import { addClientSecretAction, type ClientSecretState } from "../actions";

type Props = { place: { tenant: string; environment: string }; clientId: string };

/** Makes another secret and shows it, once. */
export function NewClientSecret({ place, clientId }: Props) {
  const [state, action, pending] = useActionState<ClientSecretState, FormData>(
    addClientSecretAction,
    {},
  );
  return (
    <div className="space-y-4">
      <FormProblem problem={state.problem} />
      {state.secret && (
        <div role="status" className="space-y-3">
          <p>Copy it now. It is shown this once and kept nowhere.</p>
          <ShownOnce label="Client secret" value={state.secret} />
        </div>
      )}
      <form action={action}>
        <PlaceFields place={place} />
        <input type="hidden" name="clientId" value={clientId} />
        <button type="submit" disabled={pending} className={primaryButton}>
          New secret
        </button>
      </form>
    </div>
  );
}
