"use client";

import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Field } from "@/app/dashboard/_parts/field";
import { FormProblem } from "@/app/dashboard/_parts/form-problem";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import type { Catalog } from "@/app/dashboard/_words/catalogs";
import { filled } from "@/app/dashboard/_words/filled";
import { type ConfirmationState, confirmCampaignAction } from "../actions";

type Texts = Catalog["installations"]["confirmForm"];

interface Props {
  texts: Texts;
  place: { tenant: string; environment: string };
  id: string;
  /** Values that the page displays; the form sends these and nothing newer. */
  count: number;
  membershipVersion: string;
}

/** Asks for the displayed number, typed, and confirms the campaign for it. */
export function ConfirmForm({ texts, place, id, count, membershipVersion }: Props) {
  return (
    <ActionForm<ConfirmationState>
      action={confirmCampaignAction}
      submit={texts.submit}
      tone="danger"
      instead={(state) => count === 0 && <NoMembers texts={texts} state={state} />}
    >
      {(state) => (
        <>
          <FormProblem problem={changeOf(texts, state, count)} at={state} />
          <PlaceFields place={place} />
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="displayedCount" value={count} />
          <input type="hidden" name="membershipVersion" value={membershipVersion} />
          <div className="max-w-sm">
            {/* Another number is another field: a number typed for the last one never confirms this one. */}
            <Field
              key={membershipVersion}
              label={filled(texts.type, { count })}
              name="confirmation"
              hint={texts.hint}
              inputMode="numeric"
              required
            />
          </div>
        </>
      )}
    </ActionForm>
  );
}

function NoMembers({ texts, state }: { texts: Texts; state: ConfirmationState }) {
  return (
    <div className="space-y-4">
      <FormProblem problem={changeOf(texts, state, 0)} at={state} />
      <p>{texts.nobody}</p>
    </div>
  );
}

/** Message when the members have changed between the display and the confirmation. */
function changeOf(texts: Texts, { changed }: ConfirmationState, count: number): string | undefined {
  if (!changed) return undefined;
  const { from } = changed;
  return count === from
    ? filled(texts.changedAlike, { count })
    : filled(texts.changed, { from, count });
}
