import type { Metadata } from "next";
import Link from "next/link";
import { BackTo } from "@/app/dashboard/_nouns/layout-parts";
import { type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Field } from "@/app/dashboard/_parts/field";
import { Card, PageHead, quietButton } from "@/app/dashboard/_parts/parts";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { administratorIn } from "@/app/dashboard/administrator";
import { createTypeAction } from "../actions";

export const metadata: Metadata = { title: "New organization type" };

/** Makes an organization type. */
export default async function NewTypePage({ params }: PageProps) {
  const place = await params;
  await administratorIn(place, "admin");
  const list = placePath(place, "organization-types");
  return (
    <>
      <BackTo href={list}>Organization types</BackTo>
      <PageHead
        title="New organization type"
        about="A kind of organization, in this environment. Environments have their own; the same key is the same kind."
      />
      <Card>
        <ActionForm
          action={createTypeAction}
          submit="Create type"
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
            hint="How your code and tokens name it. It can't be changed."
            required
            maxLength={64}
            mono
          />
        </ActionForm>
      </Card>
    </>
  );
}
