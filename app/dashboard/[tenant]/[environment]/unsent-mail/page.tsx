import type { Metadata } from "next";
import { browseOf, placePath, textOf } from "@/app/dashboard/_nouns/place-path";
import { UnsentMailList } from "@/app/dashboard/_nouns/unsent-mail-list";
import { PageHead } from "@/app/dashboard/_parts/blocks";
import { viewerPage } from "@/app/dashboard/_request/make-page";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { healthSince } from "@/lib/core/administrators/environment-health-store";
import { listEnvironmentMail } from "@/lib/core/administrators/list-environment-mail";
import { now } from "@/lib/kernel/clock";
import { unsentStatuses } from "@/lib/kernel/mail/unsent-mail-store";

export async function generateMetadata(): Promise<Metadata> {
  const { texts } = await wordsOf("frame");
  return { title: texts.menu.unsentMail };
}

/** List of the environment's unsent messages. */
export default viewerPage("operator", async ({ caller, t, search, place }) => {
  const { texts } = await wordsOf("frame");
  const status = unsentStatuses.find((one) => one === textOf(search, "status")) ?? null;
  const since = textOf(search, "since") === "week" ? "week" : null;
  const browse = browseOf({ ...search, q: "", sort: "" });
  const young = since === null ? null : healthSince(now());
  const page = await listEnvironmentMail(caller, { status, since: young }, browse);
  return (
    <>
      <PageHead title={texts.menu.unsentMail} about={t("mail.here")} />
      <UnsentMailList
        path={placePath(place, "unsent-mail")}
        views={[
          { values: {}, name: t("mail.all") },
          { values: { status: "queued" }, name: t("mail.onlyQueued") },
          { values: { status: "failed" }, name: t("mail.onlyFailed") },
          { values: { status: "failed", since: "week" }, name: t("mail.failedThisWeek") },
        ]}
        shown={{ status, since }}
        browse={browse}
        page={page}
      />
    </>
  );
});
