import type { Metadata } from "next";
import Link from "next/link";
import { BackTo } from "@/app/dashboard/_nouns/layout-parts";
import { type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Card, PageHead, quietButton } from "@/app/dashboard/_parts/parts";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { requireFreshProof } from "@/app/dashboard/_request/require-fresh-proof";
import { administratorIn } from "@/app/dashboard/administrator";
import { createSourceAction } from "../actions";
import { SourceFields } from "../source-fields";

export const metadata: Metadata = { title: "New identity source" };

/** Adds an issuer that the environment believes. */
export default async function NewIdentitySourcePage({ params }: PageProps) {
  const place = await params;
  const { administrator } = await administratorIn(place, "admin");
  await requireFreshProof(administrator);
  const list = placePath(place, "identity-sources");
  return (
    <>
      <BackTo href={list}>Identity sources</BackTo>
      <PageHead
        title="New identity source"
        about="Whoever holds its keys can speak for every user who is bound to it. Nobody is, until you bind principals to users."
      />
      <Card>
        <ActionForm
          action={createSourceAction}
          submit="Add source"
          beside={
            <Link href={list} className={quietButton}>
              Cancel
            </Link>
          }
        >
          <PlaceFields place={place} />
          <SourceFields />
        </ActionForm>
      </Card>
    </>
  );
}
