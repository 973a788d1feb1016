import type { Metadata } from "next";
import Link from "next/link";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Field } from "@/app/dashboard/_parts/field";
import { Card, quietButton } from "@/app/dashboard/_parts/parts";
import { ownPage } from "@/app/dashboard/_request/own-page";
import { signedInAdministrator } from "@/app/dashboard/administrator";
import { proveByCodeAction, proveByPasswordAction, sendCodeAction } from "./actions";

export const metadata: Metadata = { title: "Confirm that it is you" };

const WITHHELD =
  "We did not send another code: too many were asked for or tried in a short time. If it is still good, use the last one that we sent to";

type Search = Promise<{ return?: string | string[]; by?: string | string[] }>;

/** Asks an administrator for a fresh proof before something dangerous, and leads back to where they were. */
export default async function StepUpPage({ searchParams }: { searchParams: Search }) {
  const { email } = await signedInAdministrator();
  const { return: wanted, by } = await searchParams;
  const back = ownPage(typeof wanted === "string" ? wanted : undefined);
  // No code was sent, because there were too many: the one before has to do.
  const byEarlierCode = by === "earlier-code";
  const byCode = by === "code" || byEarlierCode;
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center px-5 py-12">
      <h1 className="text-2xl font-semibold tracking-tight">Confirm that it is you</h1>
      <p className="mt-2 mb-6 text-neutral-600 dark:text-neutral-400">
        What you are about to do can give access away or take it from others, so we ask again.
        Nothing has been changed yet.
      </p>
      <Card>
        {byCode ? (
          <CodeForm
            hint={byEarlierCode ? `${WITHHELD} ${email}.` : `We sent it to ${email}.`}
            back={back}
          />
        ) : (
          <PasswordForm back={back} />
        )}
        <div className="mt-6 border-t border-neutral-200 pt-6 dark:border-neutral-800">
          <ActionForm
            action={sendCodeAction}
            submit={byCode ? "Send another code" : "Email me a code instead"}
            tone="quiet"
          >
            <Back to={back} />
          </ActionForm>
        </div>
      </Card>
      <p className="mt-6">
        <Link href={back} className={quietButton}>
          Cancel
        </Link>
      </p>
    </main>
  );
}

function PasswordForm({ back }: { back: string }) {
  return (
    <ActionForm action={proveByPasswordAction} submit="Confirm">
      <Back to={back} />
      <Field
        label="Your password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
      />
    </ActionForm>
  );
}

function CodeForm({ hint, back }: { hint: string; back: string }) {
  return (
    <ActionForm action={proveByCodeAction} submit="Confirm">
      <Back to={back} />
      <Field
        label="Code from the email"
        name="code"
        hint={hint}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        required
        mono
      />
    </ActionForm>
  );
}

function Back({ to }: { to: string }) {
  return <input type="hidden" name="return" value={to} />;
}
