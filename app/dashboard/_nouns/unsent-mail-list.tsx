import { ListPages } from "@/app/dashboard/_nouns/list-pages";
import { withValues } from "@/app/dashboard/_nouns/place-path";
import { UnsentMailRow } from "@/app/dashboard/_nouns/unsent-mail-row";
import { Empty } from "@/app/dashboard/_parts/blocks";
import { Table } from "@/app/dashboard/_parts/table";
import { ViewLinks } from "@/app/dashboard/_parts/view-links";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import type { UnsentMail } from "@/lib/core/platform/unsent-mail";
import type { Browse, Page } from "@/lib/kernel/db/keyset-page";
import type { UnsentOfTenant } from "@/lib/kernel/mail/unsent-mail-store";

type Values = Record<string, string | null>;

interface Props {
  path: string;
  /** Views to choose from: the values of the address, and a name. */
  views: readonly { values: Values; name: string }[];
  /** Values of the current view. */
  shown: Values;
  browse: Browse;
  page: Page<UnsentMail> | Page<UnsentMail<UnsentOfTenant>>;
  /** Whether the messages are of several tenants. */
  ofTenants?: boolean;
}

/** List of unsent messages. It shows nothing of their contents, and only enough of the recipients to
 *  distinguish them. */
export async function UnsentMailList({ path, views, shown, browse, page, ofTenants }: Props) {
  const { t } = await wordsOf("operator");
  const address = withValues(path, shown);
  return (
    <>
      <ViewLinks
        label={t("mail.view")}
        links={views.map(({ values, name }) => {
          const href = withValues(path, values);
          return { href, name, isShown: href === address };
        })}
      />
      {page.rows.length === 0 ? (
        <Empty title={t("mail.none")}>{t("mail.noneText")}</Empty>
      ) : (
        <Table
          caption={t("mail.caption")}
          head={[
            t("mail.message"),
            ...(ofTenants ? [t("mail.tenant")] : []),
            t("mail.recipient"),
            t("mail.attempts"),
            t("mail.lastError"),
            t("mail.nextAttempt"),
          ]}
        >
          {page.rows.map((mail) => (
            <UnsentMailRow key={mail.id} mail={mail} t={t} />
          ))}
        </Table>
      )}
      <ListPages path={path} browse={browse} narrowed={shown} page={page} />
    </>
  );
}
