"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { ActionForm, type FormAction, type FormState } from "@/app/dashboard/_parts/action-form";
import { primaryButton } from "@/app/dashboard/_parts/buttons";
import { ShownOnce } from "@/app/dashboard/_parts/shown-once";
import type { Tone } from "@/app/dashboard/_parts/submit";
import type { Catalog } from "@/app/dashboard/_words/catalogs";

/** State of the form that makes a link to hand over: the link, which is nowhere else, and the next page. */
export interface LinkState extends FormState {
  link?: string;
  href?: string;
}

type Texts = Catalog["users"]["linkForm"];

interface Props {
  texts: Texts;
  action: FormAction<LinkState>;
  submit: string;
  tone?: Tone;
  beside?: ReactNode;
  children: ReactNode;
}

/** Form that may result in a link to hand over, shown once. */
export function LinkForm({ texts, children, ...form }: Props) {
  return (
    <ActionForm<LinkState>
      {...form}
      instead={({ link, href }) => link && <HandOver {...{ texts, link, href }} />}
    >
      {children}
    </ActionForm>
  );
}

function HandOver({ texts, link, href }: { texts: Texts; link: string; href?: string }) {
  return (
    <div className="space-y-4">
      <p role="status">{texts.about}</p>
      <ShownOnce label={texts.link} value={link} />
      {href && (
        <Link href={href} className={primaryButton}>
          {texts.goToUser}
        </Link>
      )}
    </div>
  );
}
