"use client";

import { type FormEvent, useEffect, useRef, useState } from "react";
import { Card } from "@/app/dashboard/_parts/blocks";
import { quietButton } from "@/app/dashboard/_parts/buttons";
import { Field } from "@/app/dashboard/_parts/field";
import { fieldsOf } from "@/app/dashboard/_parts/field-texts";
import { FormProblem } from "@/app/dashboard/_parts/form-problem";
import type { FormState } from "@/app/dashboard/_parts/form-state";
import { FormStateContext } from "@/app/dashboard/_parts/form-state-context";
import { Submit } from "@/app/dashboard/_parts/submit";
import { useFormAction } from "@/app/dashboard/_parts/use-form-action";
import type { Catalog } from "@/app/dashboard/_words/catalogs";
import { filled } from "@/app/dashboard/_words/filled";
import { changeBrandingAction } from "./actions";
import { ColorField } from "./color-field";
import { Previews } from "./previews";

const names = ["displayName", "color", "supportUrl", "termsUrl", "privacyUrl"] as const;
type Looks = Record<(typeof names)[number], string>;

type Texts = Catalog["settings"]["brandingForm"];

interface Props {
  texts: Texts;
  place: { tenant: string; environment: string };
  tenantName: string;
  saved: Looks;
  /** Key of the stored logo, so that another one is another preview. */
  logoKey: string;
  mayChange: boolean;
}

/** Form for name, colour and links, with previews of pages and emails: during typing, or with a press of
 *  Preview where scripts don't run. */
export function BrandingForm(props: Props) {
  const { texts, place, tenantName, saved, logoKey, mayChange } = props;
  const { state, form } = useFormAction<FormState>(changeBrandingAction);
  const [typed, setTyped] = useState<Looks | null>(null);
  const shown = { ...saved, ...(typed ?? looksOf(state.given)) };
  // What was sent has been answered: from here on the answer shows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for every answer anew
  useEffect(() => setTyped(null), [state]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    const changed = event.currentTarget;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setTyped(read(changed)), 300);
  };
  return (
    <>
      {mayChange && (
        <Card>
          <h2 className="mb-5 font-semibold">{texts.title}</h2>
          <form {...form} onInput={onInput} className="space-y-6">
            <FormProblem problem={state.problem} at={state} />
            <input type="hidden" name="tenant" value={place.tenant} />
            <input type="hidden" name="environment" value={place.environment} />
            <FormStateContext value={state}>
              <Fields texts={texts} saved={saved} tenantName={tenantName} color={shown.color} />
            </FormStateContext>
            <div className="flex flex-wrap gap-3">
              <Submit>{texts.save}</Submit>
              <button type="submit" name="intent" value="preview" className={quietButton}>
                {texts.preview}
              </button>
            </div>
          </form>
        </Card>
      )}
      <Previews texts={texts} place={place} looks={shown} logoKey={logoKey} />
    </>
  );
}

interface FieldsProps {
  texts: Texts;
  saved: Looks;
  tenantName: string;
  color: string;
}

function Fields({ texts, saved, tenantName, color }: FieldsProps) {
  const field = fieldsOf(texts);
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field
        {...field("displayName", "name")}
        hint={filled(texts.nameHint, { tenant: tenantName })}
        defaultValue={saved.displayName}
        maxLength={60}
      />
      <ColorField texts={texts} saved={saved.color} color={color} />
      <Field
        {...field("supportUrl", "support")}
        defaultValue={saved.supportUrl}
        placeholder="mailto:help@example.com"
      />
      <Field
        {...field("termsUrl", "terms")}
        hint={texts.linkHint}
        defaultValue={saved.termsUrl}
        placeholder="https://example.com/terms"
      />
      <Field
        {...field("privacyUrl", "privacy")}
        hint={texts.linkHint}
        defaultValue={saved.privacyUrl}
        placeholder="https://example.com/privacy"
      />
    </div>
  );
}

function looksOf(typed: Record<string, string> | undefined): Partial<Looks> {
  if (!typed) return {};
  return Object.fromEntries(names.map((name) => [name, typed[name] ?? ""]));
}

function read(form: HTMLFormElement): Looks {
  const data = new FormData(form);
  return Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? "")])) as Looks;
}
