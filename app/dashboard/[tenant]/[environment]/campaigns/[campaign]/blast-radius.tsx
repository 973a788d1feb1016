import { Mono } from "@/app/dashboard/_nouns/mono";
import { placePath, withValues } from "@/app/dashboard/_nouns/place-path";
import { Quiet } from "@/app/dashboard/_nouns/quiet";
import { Section } from "@/app/dashboard/_nouns/section";
import { TextLink } from "@/app/dashboard/_nouns/text-link";
import { More } from "@/app/dashboard/_parts/more";
import { Table } from "@/app/dashboard/_parts/table";
import { When } from "@/app/dashboard/_parts/when";
import type { Place } from "@/app/dashboard/administrator";
import type { Caller } from "@/lib/caller";
import type { Campaign } from "@/lib/campaigns/campaign";
import { type ReachedInstallation, readReach } from "@/lib/campaigns/campaign-reach-store";
import { PAGE_ROWS, pageOf } from "@/lib/db/keyset-page";
import { inTransaction } from "@/lib/db/transaction";
import { isId } from "@/lib/ids";
import { ConfirmForm } from "./confirm-form";

interface Props {
  campaign: Campaign;
  place: Place;
  caller: Caller;
  after: string | null;
  mayConfirm: boolean;
}

/** Whom a draft would reach at this moment: how many, who, and the confirmation of just that. */
export async function BlastRadius({ campaign, place, caller, after, mayConfirm }: Props) {
  const from = after !== null && isId(after) ? after : null;
  const { count, membershipVersion, shown } = await inTransaction(caller, (db) =>
    readReach(db, campaign.selector, { after: from, limit: PAGE_ROWS + 1 }),
  );
  const { rows, next } = pageOf(shown, ({ id }) => id, { after: from });
  const path = placePath(place, `campaigns/${campaign.id}`);
  return (
    <>
      <Section
        title="Whom it reaches now"
        about="Counted when this page was made. Machines enrol, retire and update meanwhile; who is reached is settled when you confirm."
      >
        <p className="mb-5 flex flex-wrap items-baseline gap-x-3">
          <span className="text-5xl font-semibold tracking-tight tabular-nums">
            {count.toLocaleString("en")}
          </span>
          <span className="text-neutral-600 dark:text-neutral-400">
            {count === 1 ? "installation" : "installations"} would move to {campaign.targetVersion}
          </span>
        </p>
        {rows.length > 0 ? (
          <Reached rows={rows} place={place} />
        ) : (
          <Quiet>{count === 0 ? "No active installation fits." : "No others."}</Quiet>
        )}
        {next && <More href={withValues(path, { after: next })} />}
      </Section>
      {mayConfirm && (
        <Section
          title="Confirm"
          about="From then on it is for exactly these installations, whatever enrols or retires later."
        >
          <ConfirmForm
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

function Reached({ rows, place }: { rows: ReachedInstallation[]; place: Place }) {
  return (
    <Table
      caption="Installations it would reach"
      head={["Installation", "Platform", "Version", "Last seen"]}
    >
      {rows.map((one) => (
        <tr key={one.id}>
          <td className="min-w-40 wrap-anywhere">
            <TextLink href={placePath(place, `installations/${one.id}`)}>{one.name}</TextLink>
          </td>
          <td>{one.platform ?? <Quiet>not told</Quiet>}</td>
          <td>{one.version ? <Mono>{one.version}</Mono> : <Quiet>not told</Quiet>}</td>
          <td className="whitespace-nowrap">
            <When at={one.lastSeenAt} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
