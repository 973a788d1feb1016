"use client";

import Link from "next/link";
import { primaryButton, quietButton } from "@/app/dashboard/_parts/buttons";
import { ShownOnce } from "@/app/dashboard/_parts/shown-once";
import type { Catalog } from "@/app/dashboard/_words/catalogs";
import { filled } from "@/app/dashboard/_words/filled";
import type { IssueState } from "../actions";
import { redeemSnippet } from "../redeem-snippet";

const FILE = "enrol.mjs";

interface Props {
  texts: Catalog["installations"]["issued"];
  made: NonNullable<IssueState["made"]>;
  list: string;
}

/** New token, shown once, and the way in which a machine enrols with it. */
export function IssuedToken({ texts, made, list }: Props) {
  const { id, name, token, baseUrl } = made;
  const program = redeemSnippet(baseUrl);
  return (
    <div className="space-y-6">
      <div role="status">
        <h2 className="text-lg font-semibold">{filled(texts.title, { name })}</h2>
        <p className="mt-1 text-neutral-700 dark:text-neutral-300">{texts.copy}</p>
      </div>
      <ShownOnce label={texts.token} value={token} />
      <p className="max-w-2xl text-sm text-neutral-600 dark:text-neutral-400">{texts.how}</p>
      <ShownOnce label={texts.command} value={`ENROLMENT_TOKEN=${token} node ${FILE}`} />
      <ShownOnce label={texts.program} value={program} />
      <ShownOnce
        label={texts.example}
        value={`ATRIUM_BASE_URL=${baseUrl} \\\nENROLMENT_TOKEN=${token} \\\nnpx tsx examples/installation/main.ts`}
      />
      <div className="flex flex-wrap gap-3">
        <Link href={`${list}/${id}`} className={primaryButton}>
          {texts.stored}
        </Link>
        {/* A data: address, so that it works without scripts. The token is not in the program. */}
        <a
          href={`data:text/javascript;charset=utf-8,${encodeURIComponent(program)}`}
          download={FILE}
          className={quietButton}
        >
          {filled(texts.download, { file: FILE })}
        </a>
      </div>
    </div>
  );
}
