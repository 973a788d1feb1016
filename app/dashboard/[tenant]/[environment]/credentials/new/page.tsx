import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Card } from "@/app/dashboard/_parts/card";
import { PageHead } from "@/app/dashboard/_parts/page-head";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import { readCredential } from "@/lib/credentials/read-credential";
import type { CredentialPurpose } from "@/lib/credentials/scopes";
import { CredentialForm } from "./credential-form";
import { PurposeChoice } from "./purpose-choice";

export const metadata: Metadata = { title: "New credential" };

type Query = Partial<Record<"purpose" | "environment" | "from", string | string[]>>;
type Props = { params: Promise<Place>; searchParams: Promise<Query> };

/** Purpose and target first: they can't be changed afterwards, and decide what can be chosen. */
export default async function NewCredentialPage({ params, searchParams }: Props) {
  const place = await params;
  const { tenant, environment, caller } = await administratorIn(place, "admin");
  const { purpose, environment: target, from } = await searchParams;
  const chosen = isPurpose(purpose) ? purpose : null;
  if (chosen && typeof target === "string" && target !== place.environment)
    redirect(
      `/dashboard/${place.tenant}/${encodeURIComponent(target)}/credentials/new?purpose=${chosen}`,
    );
  const copied = typeof from === "string" ? await readCredential(caller, from) : null;
  return (
    <>
      <PageHead
        title="New credential"
        about={
          chosen
            ? `For ${environment.name}. Purpose and scopes are fixed once it is created.`
            : "Purpose and environment are fixed once it is created."
        }
      />
      <Card>
        {chosen ? (
          <CredentialForm
            place={place}
            purpose={chosen}
            name={copied ? `${copied.name} copy` : ""}
            scopes={copied?.scopes ?? []}
          />
        ) : (
          <PurposeChoice environments={tenant.environments} current={place.environment} />
        )}
      </Card>
    </>
  );
}

function isPurpose(value: unknown): value is CredentialPurpose {
  return value === "product_runtime" || value === "management_automation";
}
