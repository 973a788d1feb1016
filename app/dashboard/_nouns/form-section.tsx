import type { ReactNode } from "react";
import { ActionForm, type FormAction } from "@/app/dashboard/_parts/action-form";
import { Section } from "@/app/dashboard/_parts/blocks";
import { AboutFields } from "@/app/dashboard/_parts/place-fields";
import type { Tone } from "@/app/dashboard/_parts/submit";
import type { Place } from "@/app/dashboard/administrator";

interface Props {
  title: string;
  about?: ReactNode;
  place: Place;
  /** Id of the thing that the form is about. */
  id: string;
  action: FormAction;
  /** Label of the button. */
  submit: string;
  tone?: Tone;
  children: ReactNode;
}

/** Section of a page that is one form about a thing. */
export function FormSection({ title, about, place, id, children, ...form }: Props) {
  return (
    <Section title={title} about={about}>
      <ActionForm {...form}>
        <AboutFields place={place} id={id} />
        {children}
      </ActionForm>
    </Section>
  );
}
