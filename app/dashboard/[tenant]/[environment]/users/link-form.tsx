"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { ActionForm, type FormAction, type FormState } from "@/app/dashboard/_parts/action-form";
import { primaryButton } from "@/app/dashboard/_parts/buttons";
import { ShownOnce } from "@/app/dashboard/_parts/shown-once";
import type { Tone } from "@/app/dashboard/_parts/submit";

/** What came of asking for a link to hand over: the link, which is nowhere else, and where to go on. */
export interface LinkState extends FormState {
  link?: string;
  href?: string;
}

interface Props {
  action: FormAction<LinkState>;
  submit: string;
  tone?: Tone;
  beside?: ReactNode;
  children: ReactNode;
}

/** A form that may end in a link to hand over, shown this once. */
export function LinkForm({ children, ...form }: Props) {
  return (
    <ActionForm<LinkState>
      {...form}
      instead={({ link, href }) => link && <HandOver link={link} href={href} />}
    >
      {children}
    </ActionForm>
  );
}

function HandOver({ link, href }: { link: string; href?: string }) {
  return (
    <div className="space-y-4">
      <p role="status">
        Hand this link over in a way that only the user can read. It sets the first password, works
        once, and is shown this once.
      </p>
      <ShownOnce label="Link" value={link} />
      {href && (
        <Link href={href} className={primaryButton}>
          Go to the user
        </Link>
      )}
    </div>
  );
}
