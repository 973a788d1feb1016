import type { Metadata } from "next";
import { BackTo } from "@/app/dashboard/_nouns/back-to";
import { type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { TextLink } from "@/app/dashboard/_nouns/text-link";
import { Card } from "@/app/dashboard/_parts/card";
import { Empty } from "@/app/dashboard/_parts/empty";
import { PageHead } from "@/app/dashboard/_parts/page-head";
import { administratorIn } from "@/app/dashboard/administrator";
import { listApps } from "@/lib/apps/app-store";
import { config } from "@/lib/config/config";
import { inBatch } from "@/lib/db/batch";
import { IssueForm } from "./issue-form";

export const metadata: Metadata = { title: "New enrolment token" };

/** Issues an enrolment token. */
export default async function NewEnrolmentTokenPage({ params }: PageProps) {
  const place = await params;
  const { caller } = await administratorIn(place, "admin");
  const apps = (await inBatch(caller, listApps)).filter(({ status }) => status === "active");
  return (
    <>
      <BackTo href={placePath(place, "enrolment-tokens")}>Enrolment tokens</BackTo>
      <PageHead
        title="New enrolment token"
        about="Whoever has it can enrol an installation, within the limits you set here. They can't be changed later; a token can be revoked at any time."
      />
      {apps.length === 0 ? (
        <Empty title="No app to enrol for">
          An installation is a copy of an app.{" "}
          <TextLink href={placePath(place, "apps/new")}>Make the app</TextLink> first.
        </Empty>
      ) : (
        <Card>
          <IssueForm
            place={place}
            apps={apps.map(({ id, name }) => ({ value: id, name }))}
            perMinute={config().limits.enrolmentRedemptions}
          />
        </Card>
      )}
    </>
  );
}
