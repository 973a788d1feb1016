import type { ReactNode } from "react";
import { Quiet } from "@/app/dashboard/_nouns/quiet";
import { TextLink } from "@/app/dashboard/_nouns/text-link";

/** First cell of a row: the row's name, with a smaller line below. It has a minimum width where the table has
 *  to scroll. */
export function NameCell({
  href,
  name,
  below,
  beside,
}: {
  href: string;
  name: string;
  below?: ReactNode;
  beside?: ReactNode;
}) {
  return (
    <td className="min-w-52 wrap-anywhere">
      <span className="flex flex-wrap items-center gap-2">
        <TextLink href={href}>{name}</TextLink>
        {beside}
      </span>
      {below && (
        <span className="block">
          <Quiet>{below}</Quiet>
        </span>
      )}
    </td>
  );
}
