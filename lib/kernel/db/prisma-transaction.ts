import type { Prisma, PrismaClient } from "@/generated/prisma/client";
import type { TenantScope } from "@/lib/kernel/caller";
import { bindTransaction } from "@/lib/kernel/db/bind-tenant";
import { changeFeed } from "@/lib/kernel/db/change-feed";
import { connections } from "@/lib/kernel/db/connections";
import { databaseDeadlines } from "@/lib/kernel/db/deadlines";
import { type Answer, Queryable, type Statement } from "@/lib/kernel/db/queryable";
import { repeatOnConflict } from "@/lib/kernel/db/repeat-on-conflict";
import { camelName } from "@/lib/kernel/names";
import { singleton } from "@/lib/kernel/process/singleton";

/** A tenant's transaction with Prisma's typed models, and a `Queryable` too: SQL store functions run in
 *  it. */
export interface PrismaTransaction extends Queryable {
  readonly prisma: Prisma.TransactionClient;
}

/** Prisma's client takes about 100 MiB: a process loads it on first use. */
function client(): Promise<PrismaClient> {
  return singleton("prisma", async () => {
    const [{ PrismaClient }, { PrismaPg }] = await Promise.all([
      import("@/generated/prisma/client"),
      import("@prisma/adapter-pg"),
    ]);
    return new PrismaClient({ adapter: new PrismaPg(connections) });
  });
}

/** Like `inTransaction`, with Prisma's typed models: for the seed and tests. */
export function inPrismaTransaction<T>(
  scope: TenantScope,
  work: (transaction: PrismaTransaction) => Promise<T>,
): Promise<T> {
  const once = async () => {
    const prisma = await client();
    return prisma.$transaction(
      async (models) => {
        const { beginning } = connections;
        if (beginning) await models.$queryRawUnsafe(beginning.text, ...beginning.values);
        const bound = bindTransaction(scope.tenantId);
        await models.$queryRawUnsafe(bound.text, ...bound.values);
        return work(new ModelTransaction(scope, models));
      },
      {
        maxWait: databaseDeadlines().connectMs,
        timeout: databaseDeadlines().transactionMs,
      },
    );
  };
  return repeatOnConflict(once).finally(() => changeFeed.publish(scope.tenantId));
}

class ModelTransaction extends Queryable implements PrismaTransaction {
  readonly prisma: Prisma.TransactionClient;

  constructor(scope: TenantScope, prisma: Prisma.TransactionClient) {
    super(scope);
    this.prisma = prisma;
  }

  async answer<Row extends object>({ text, values }: Statement<Row>): Promise<Answer<Row>> {
    const found = await this.prisma.$queryRawUnsafe<object[]>(text, ...values);
    return { rows: found.map((row) => asRow<Row>(row)), count: found.length };
  }

  /** Prisma has a method of its own for statements that return no rows. */
  override execute({ text, values }: Statement): Promise<number> {
    return this.prisma.$executeRawUnsafe(text, ...values);
  }
}

/** Returns a row in the form of the other ways to PostgreSQL. */
function asRow<Row>(row: object): Row {
  const fields = Object.entries(row).map(([column, value]: [string, unknown]) => [
    camelName(column),
    typeof value === "bigint" ? Number(value) : value,
  ]);
  return Object.fromEntries(fields) as Row;
}
