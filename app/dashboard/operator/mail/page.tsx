import type { Metadata } from "next";
import { ListPages } from "@/app/dashboard/_nouns/list-pages";
import { browseOf, type Search, textOf, withValues } from "@/app/dashboard/_nouns/place-path";
import { Empty } from "@/app/dashboard/_parts/empty";
import { PageHead } from "@/app/dashboard/_parts/page-head";
import { Table } from "@/app/dashboard/_parts/table";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { ViewLinks } from "@/app/dashboard/operator/_parts/view-links";
import { signedInOperator } from "@/app/dashboard/operator/_request/operator";
import { listUnsentMail } from "@/lib/platform/operators/list-unsent-mail";
import { MailRow } from "./mail-row";

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await wordsOf("operator");
  return { title: t("mail.title") };
}

const PATH = "/dashboard/operator/mail";

/** Messages of every tenant that are not sent. Nothing of what they say, and of whom they are for only enough to tell them
 *  apart. */
export default async function MailPage({ searchParams }: { searchParams: Promise<Search> }) {
  await signedInOperator();
  const { t } = await wordsOf("operator");
  const search = await searchParams;
  const asked = textOf(search, "status");
  const status = asked === "queued" || asked === "failed" ? asked : null;
  const browse = browseOf({ ...search, q: "", sort: "" });
  const page = await listUnsentMail(status, browse);
  const views = [
    [null, t("mail.all")],
    ["queued", t("mail.onlyQueued")],
    ["failed", t("mail.onlyFailed")],
  ] as const;
  return (
    <>
      <PageHead title={t("mail.title")} about={t("mail.about")} />
      <ViewLinks
        label={t("mail.view")}
        links={views.map(([one, name]) => ({
          href: withValues(PATH, { status: one }),
          name,
          isShown: one === status,
        }))}
      />
      {page.rows.length === 0 ? (
        <Empty title={t("mail.none")}>{t("mail.noneText")}</Empty>
      ) : (
        <Table
          caption={t("mail.caption")}
          head={[
            t("mail.message"),
            t("mail.tenant"),
            t("mail.recipient"),
            t("mail.attempts"),
            t("mail.lastError"),
            t("mail.nextAttempt"),
          ]}
        >
          {page.rows.map((mail) => (
            <MailRow key={mail.id} mail={mail} t={t} />
          ))}
        </Table>
      )}
      <ListPages path={PATH} browse={browse} narrowed={{ status }} page={page} />
    </>
  );
}
