import type { Metadata } from "next";
import Link from "next/link";
import { appOptions, Choices } from "@/app/dashboard/_nouns/choices";
import { BackTo } from "@/app/dashboard/_nouns/layout-parts";
import { type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Card, PageHead, quietButton } from "@/app/dashboard/_parts/parts";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { administratorIn } from "@/app/dashboard/administrator";
import { listApps } from "@/lib/apps/app-store";
import { inTenant } from "@/lib/db";
import { createPackageAction } from "../actions";
import { PackageFields } from "../package-fields";

export const metadata: Metadata = { title: "New package" };

/** Makes a package. */
export default async function NewPackagePage({ params }: PageProps) {
  const place = await params;
  const { caller } = await administratorIn(place, "admin");
  const apps = await inTenant(caller, listApps);
  const list = placePath(place, "packages");
  return (
    <>
      <BackTo href={list}>Packages</BackTo>
      <PageHead title="New package" about="A plan that you sell, with what it gives." />
      <Card>
        <ActionForm
          action={createPackageAction}
          submit="Create package"
          beside={
            <Link href={list} className={quietButton}>
              Cancel
            </Link>
          }
        >
          <PlaceFields place={place} />
          <PackageFields />
          <Choices
            legend="Apps it lists"
            hint="Matters to apps that ask for a package which lists them."
            name="appIds"
            options={appOptions(apps)}
            chosen={[]}
            none="This environment has no apps yet."
          />
        </ActionForm>
      </Card>
    </>
  );
}
