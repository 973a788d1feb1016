import { ListPages } from "@/app/dashboard/_nouns/list-pages";
import { placePath } from "@/app/dashboard/_nouns/place-path";
import { Section } from "@/app/dashboard/_parts/blocks";
import { Table } from "@/app/dashboard/_parts/table";
import { Mono, Quiet, TextLink, When } from "@/app/dashboard/_parts/text";
import { type Translator, wordsOf } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import type { Campaign } from "@/lib/core/campaigns/campaign";
import { type ReachedInstallation, readReach } from "@/lib/core/campaigns/campaign-reach-store";
import type { Caller } from "@/lib/kernel/caller";
import { type Browse, PAGE_ROWS, pageOf } from "@/lib/kernel/db/keyset-page";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ConfirmForm } from "./confirm-form";

interface Props {
  campaign: Campaign;
  place: Place;
  caller: Caller;
  browse: Browse;
  mayConfirm: boolean;
}

/** Members that a draft would reach at this moment: their number, their list, and the form that confirms
 *  exactly these. */
export async function BlastRadius({ campaign, place, caller, browse, mayConfirm }: Props) {
  const { t, texts, format } = await wordsOf("installations");
  const { after, before } = browse;
  const { count, membershipVersion, shown } = await inTransaction(caller, (db) =>
    readReach(db, campaign.selector, { after, before, limit: PAGE_ROWS + 1 }),
  );
  const page = pageOf(shown, ({ id }) => id, browse);
  const path = placePath(place, `campaigns/${campaign.id}`);
  return (
    <>
      <Section title={t("reach.title")} about={t("reach.about")}>
        <p className="mb-5 flex flex-wrap items-baseline gap-x-3">
          <span className="text-5xl font-semibold tracking-tight tabular-nums">
            {format.number(count)}
          </span>
          <span className="text-neutral-600 dark:text-neutral-400">
            {t("reach.move", { count, version: campaign.targetVersion })}
          </span>
        </p>
        {page.rows.length > 0 ? (
          <Reached rows={page.rows} place={place} t={t} />
        ) : (
          <Quiet>{count === 0 ? t("reach.none") : t("reach.noMore")}</Quiet>
        )}
        <ListPages path={path} browse={browse} page={page} />
      </Section>
      {mayConfirm && (
        <Section title={t("reach.confirm")} about={t("reach.confirmAbout")}>
          <ConfirmForm
            texts={texts.confirmForm}
            place={place}
            id={campaign.id}
            count={count}
            membershipVersion={membershipVersion}
          />
        </Section>
      )}
    </>
  );
}

interface ReachedProps {
  rows: ReachedInstallation[];
  place: Place;
  t: Translator<"installations">;
}

function Reached({ rows, place, t }: ReachedProps) {
  return (
    <Table
      caption={t("reach.caption")}
      head={[
        t("shared.installation"),
        t("shared.platform"),
        t("shared.version"),
        t("shared.lastSeen"),
      ]}
    >
      {rows.map((one) => (
        <tr key={one.id}>
          <td className="min-w-40 wrap-anywhere">
            <TextLink href={placePath(place, `installations/${one.id}`)}>{one.name}</TextLink>
          </td>
          <td>{one.platform ?? <Quiet>{t("shared.unknown")}</Quiet>}</td>
          <td>{one.version ? <Mono>{one.version}</Mono> : <Quiet>{t("shared.unknown")}</Quiet>}</td>
          <td className="whitespace-nowrap">
            <When at={one.lastSeenAt} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
