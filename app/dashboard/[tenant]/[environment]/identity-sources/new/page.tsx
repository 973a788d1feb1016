import type { Metadata } from "next";
import { NewPage } from "@/app/dashboard/_nouns/new-page";
import type { PageProps } from "@/app/dashboard/_nouns/place-path";
import { administratorIn } from "@/app/dashboard/administrator";
import { createSourceAction } from "../actions";
import { SourceFields } from "../source-fields";

export const metadata: Metadata = { title: "New identity source" };

/** Adds an issuer that the environment believes. */
export default async function NewIdentitySourcePage({ params }: PageProps) {
  const place = await params;
  await administratorIn(place, "admin");
  return (
    <NewPage
      place={place}
      list={{ path: "identity-sources", name: "Identity sources" }}
      title="New identity source"
      about="Whoever holds its keys can speak for every user who is bound to it. Nobody is, until you bind principals to users."
      action={createSourceAction}
      submit="Add source"
    >
      <SourceFields />
    </NewPage>
  );
}
