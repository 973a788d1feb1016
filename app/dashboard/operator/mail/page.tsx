import { browseOf, textOf } from "@/app/dashboard/_nouns/place-path";
import { UnsentMailList } from "@/app/dashboard/_nouns/unsent-mail-list";
import { PageHead } from "@/app/dashboard/_parts/blocks";
import { operatorPage, titled } from "@/app/dashboard/_request/make-page";
import { listUnsentMail } from "@/lib/core/operators/list-unsent-mail";
import { unsentStatuses } from "@/lib/kernel/mail/unsent-mail-store";

export const generateMetadata = titled("operator", "mail.title");

/** List of the unsent messages of every tenant. */
export default operatorPage(async ({ t, search }) => {
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
});
