import type { Metadata } from "next";
import Link from "next/link";
import { Card, PageHead, primaryButton, quietButton } from "@/app/dashboard/_parts/parts";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import { CredentialForm } from "./credential-form";

export const metadata: Metadata = { title: "New credential" };

type Props = { params: Promise<Place>; searchParams: Promise<{ purpose?: string }> };

/** Purpose first: it can't be changed afterwards, and decides what can be chosen. */
export default async function NewCredentialPage({ params, searchParams }: Props) {
  const place = await params;
  await administratorIn(place, "admin");
  const { purpose } = await searchParams;
  const chosen =
    purpose === "product_runtime" || purpose === "management_automation" ? purpose : null;
  return (
    <>
      <PageHead title="New credential" about="Purpose and scopes are fixed once it is created." />
      <Card>{chosen ? <CredentialForm place={place} purpose={chosen} /> : <PurposeChoice />}</Card>
    </>
  );
}

function PurposeChoice() {
  return (
    <form method="get">
      <fieldset>
        <legend className="text-lg font-medium">What will it be used for?</legend>
        <div className="mt-4 grid gap-4 sm:grid-cols-2">
          <Purpose
            value="management_automation"
            title="Management automation only"
            about="Provisions users, organizations, roles and packages. It can never touch a user's session."
          />
          <Purpose
            value="product_runtime"
            title="Product runtime"
            about="Runs in your product's backend: may also issue tokens, read identities and end sessions."
          />
        </div>
      </fieldset>
      <div className="mt-6 flex flex-wrap gap-3">
        <button type="submit" className={primaryButton}>
          Continue
        </button>
        <Link href="." className={quietButton}>
          Cancel
        </Link>
      </div>
    </form>
  );
}

function Purpose({ value, title, about }: { value: string; title: string; about: string }) {
  return (
    <label className="flex cursor-pointer gap-3 rounded-xl border border-neutral-300 p-4 has-checked:border-neutral-900 has-checked:ring-1 has-checked:ring-neutral-900 dark:border-neutral-700 dark:has-checked:border-neutral-100 dark:has-checked:ring-neutral-100">
      <input type="radio" name="purpose" value={value} required className="mt-1 size-4" />
      <span>
        <span className="font-medium">{title}</span>
        <span className="mt-1 block text-sm text-neutral-600 dark:text-neutral-400">{about}</span>
      </span>
    </label>
  );
}
