import type { Metadata } from "next";
import { appOptions, Choices } from "@/app/dashboard/_nouns/choices";
import { NewPage } from "@/app/dashboard/_nouns/new-page";
import type { PageProps } from "@/app/dashboard/_nouns/place-path";
import { administratorIn } from "@/app/dashboard/administrator";
import { listApps } from "@/lib/apps/app-store";
import { inBatch } from "@/lib/db/batch";
import { createPackageAction } from "../actions";
import { PackageFields } from "../package-fields";

export const metadata: Metadata = { title: "New package" };

/** Makes a package. */
export default async function NewPackagePage({ params }: PageProps) {
  const place = await params;
  const { caller } = await administratorIn(place, "admin");
  const apps = await inBatch(caller, listApps);
  return (
    <NewPage
      place={place}
      list={{ path: "packages", name: "Packages" }}
      title="New package"
      about="A plan that you sell, with what it gives."
      action={createPackageAction}
      submit="Create package"
    >
      <PackageFields />
      <Choices
        legend="Apps it lists"
        hint="Matters to apps that ask for a package which lists them."
        name="appIds"
        options={appOptions(apps)}
        chosen={[]}
        none="This environment has no apps yet."
      />
    </NewPage>
  );
}
