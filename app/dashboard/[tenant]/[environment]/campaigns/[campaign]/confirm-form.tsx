"use client";

import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Field } from "@/app/dashboard/_parts/field";
import { FormProblem } from "@/app/dashboard/_parts/form-problem";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { type ConfirmationState, confirmCampaignAction } from "../actions";

interface Props {
  place: { tenant: string; environment: string };
  id: string;
  /** What the page displays; what is sent is this and nothing newer. */
  count: number;
  membershipVersion: string;
}

/** Asks a person to type the number that is displayed, and confirms that. */
export function ConfirmForm({ place, id, count, membershipVersion }: Props) {
  return (
    <ActionForm<ConfirmationState>
      action={confirmCampaignAction}
      submit="Confirm and begin"
      tone="danger"
      instead={(state) => count === 0 && <Nobody state={state} />}
    >
      {(state) => (
        <>
          <FormProblem problem={changeOf(state, count)} at={state} />
          <PlaceFields place={place} />
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="displayedCount" value={count} />
          <input type="hidden" name="membershipVersion" value={membershipVersion} />
          <div className="max-w-sm">
            {/* Another number, another field: what was typed for the one before never confirms this one. */}
            <Field
              key={membershipVersion}
              label={`Type ${count} to confirm`}
              name="confirmation"
              hint="The number of installations above."
              inputMode="numeric"
              required
            />
          </div>
        </>
      )}
    </ActionForm>
  );
}

function Nobody({ state }: { state: ConfirmationState }) {
  return (
    <div className="space-y-4">
      <FormProblem problem={changeOf(state, 0)} at={state} />
      <p>There is nobody to confirm it for. Reload the page once installations fit.</p>
    </div>
  );
}

/** What is said when who is reached has changed between the display and the confirmation. */
function changeOf({ changed }: ConfirmationState, count: number): string | undefined {
  if (!changed) return undefined;
  const now =
    count === changed.from
      ? `They are ${count} again, but not the same ones, or not as they were.`
      : `You were shown ${changed.from}; now it is ${count}.`;
  return `Who is reached has changed since you looked. ${now} Nothing was begun: look at the list again before you confirm.`;
}
