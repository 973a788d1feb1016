"use client";

import Link from "next/link";
import { primaryButton, quietButton } from "@/app/dashboard/_parts/buttons";
import { ShownOnce } from "@/app/dashboard/_parts/shown-once";
import type { Catalog } from "@/app/dashboard/_words/catalogs";
import { filled } from "@/app/dashboard/_words/filled";
import type { CreationState } from "../actions";

interface Props {
  credential: NonNullable<CreationState["made"]>;
  list: string;
  texts: Catalog["connections"]["credentials"]["created"];
}

/** New credential, shown once: to copy, to try, or to download as a file. */
export function CreatedCredential({ credential, list, texts }: Props) {
  const { clientId, clientSecret, baseUrl, name } = credential;
  const env = `ATRIUM_BASE_URL=${baseUrl}\nATRIUM_CLIENT_ID=${clientId}\nATRIUM_CLIENT_SECRET=${clientSecret}\n`;
  const curl = `curl ${baseUrl}/oauth/token \\\n  -u '${clientId}:${clientSecret}' \\\n  -d grant_type=client_credentials`;
  return (
    <div className="space-y-6">
      <div role="status">
        <h2 className="text-lg font-semibold">{filled(texts.title, { name })}</h2>
        <p className="mt-1 text-neutral-700 dark:text-neutral-300">{texts.about}</p>
      </div>
      <ShownOnce label={texts.clientId} value={clientId} />
      <ShownOnce label={texts.clientSecret} value={clientSecret} />
      <ShownOnce label={texts.envFile} value={env.trimEnd()} />
      <ShownOnce label={texts.curl} value={curl} />
      <div className="flex flex-wrap gap-3">
        <Link href={list} className={primaryButton}>
          {texts.stored}
        </Link>
        {/* A data: address, so that it works without scripts and never passes a server. */}
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(env)}`}
          download={`${clientId}.env`}
          className={quietButton}
        >
          {texts.download}
        </a>
      </div>
    </div>
  );
}
