import type { Metadata } from "next";
import { NameAndKey } from "@/app/dashboard/_nouns/name-and-key";
import { NewPage } from "@/app/dashboard/_nouns/new-page";
import type { PageProps } from "@/app/dashboard/_nouns/place-path";
import { administratorIn } from "@/app/dashboard/administrator";
import { createAppAction } from "../actions";

export const metadata: Metadata = { title: "New app" };

/** Makes an app. */
export default async function NewAppPage({ params }: PageProps) {
  const place = await params;
  await administratorIn(place, "admin");
  return (
    <NewPage
      place={place}
      list={{ path: "apps", name: "Apps" }}
      title="New app"
      about="Nobody reaches it until a role is given it. What organizations need is set on its page."
      action={createAppAction}
      submit="Create app"
    >
      <NameAndKey hint="How your code names it, in this environment. It can't be changed." />
    </NewPage>
  );
}
