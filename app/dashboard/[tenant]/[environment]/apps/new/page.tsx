import type { Metadata } from "next";
import Link from "next/link";
import { BackTo } from "@/app/dashboard/_nouns/layout-parts";
import { type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Field } from "@/app/dashboard/_parts/field";
import { Card, PageHead, quietButton } from "@/app/dashboard/_parts/parts";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { administratorIn } from "@/app/dashboard/administrator";
import { createAppAction } from "../actions";

export const metadata: Metadata = { title: "New app" };

/** Makes an app. */
export default async function NewAppPage({ params }: PageProps) {
  const place = await params;
  await administratorIn(place, "admin");
  const list = placePath(place, "apps");
  return (
    <>
      <BackTo href={list}>Apps</BackTo>
      <PageHead
        title="New app"
        about="Nobody reaches it until a role is given it. What organizations need is set on its page."
      />
      <Card>
        <ActionForm
          action={createAppAction}
          submit="Create app"
          beside={
            <Link href={list} className={quietButton}>
              Cancel
            </Link>
          }
        >
          <PlaceFields place={place} />
          <Field label="Name" name="name" required maxLength={200} />
          <Field
            label="Key"
            name="key"
            hint="How your code names it, in this environment. It can't be changed."
            required
            maxLength={64}
            mono
          />
        </ActionForm>
      </Card>
    </>
  );
}
