import type { Metadata } from "next";
import { browseOf, type Search, textOf } from "@/app/dashboard/_nouns/place-path";
import { UnsentMailList } from "@/app/dashboard/_nouns/unsent-mail-list";
import { PageHead } from "@/app/dashboard/_parts/page";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { signedInOperator } from "@/app/dashboard/operator/_request/operator";
import { listUnsentMail } from "@/lib/core/operators/list-unsent-mail";
import { unsentStatuses } from "@/lib/kernel/mail/unsent-mail-store";

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await wordsOf("operator");
  return { title: t("mail.title") };
}

/** List of the unsent messages of every tenant. */
export default async function MailPage({ searchParams }: { searchParams: Promise<Search> }) {
  await signedInOperator();
  const { t } = await wordsOf("operator");
  const search = await searchParams;
  const status = unsentStatuses.find((one) => one === textOf(search, "status")) ?? null;
  const browse = browseOf({ ...search, q: "", sort: "" });
  const page = await listUnsentMail(status, browse);
  return (
    <>
      <PageHead title={t("mail.title")} about={t("mail.about")} />
      <UnsentMailList
        path="/dashboard/operator/mail"
        views={[
          { values: {}, name: t("mail.all") },
          { values: { status: "queued" }, name: t("mail.onlyQueued") },
          { values: { status: "failed" }, name: t("mail.onlyFailed") },
        ]}
        shown={{ status }}
        browse={browse}
        page={page}
        ofTenants
      />
    </>
  );
}
