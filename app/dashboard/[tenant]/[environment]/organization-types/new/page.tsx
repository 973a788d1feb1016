import type { Metadata } from "next";
import { NameAndKey } from "@/app/dashboard/_nouns/name-and-key";
import { NewPage } from "@/app/dashboard/_nouns/new-page";
import type { PageProps } from "@/app/dashboard/_nouns/place-path";
import { administratorIn } from "@/app/dashboard/administrator";
import { createTypeAction } from "../actions";

export const metadata: Metadata = { title: "New organization type" };

/** Makes an organization type. */
export default async function NewTypePage({ params }: PageProps) {
  const place = await params;
  await administratorIn(place, "admin");
  return (
    <NewPage
      place={place}
      list={{ path: "organization-types", name: "Organization types" }}
      title="New organization type"
      about="A kind of organization, in this environment. Environments have their own; the same key is the same kind."
      action={createTypeAction}
      submit="Create type"
    >
      <NameAndKey hint="How your code and tokens name it. It can't be changed." />
    </NewPage>
  );
}
