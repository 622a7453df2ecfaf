/**
 * On whose behalf a change is made, for the audit log. It accompanies a request or a command
 * through all that it calls, since every rule would otherwise have to pass it on. Jobs and the demo
 * have none, and of visitors' requests those alone that change messages.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { AuditActorType } from '#protocol/application/auditLogRoutes.ts';

export interface Actor {
	type: AuditActorType;
	/** Null for the command line. */
	id: number | null;
	/** A person's mail address, or a bot's name; '' for a contact, which it would outlive. */
	name: string;
	/** The IP address of the request; null for the command line and for a contact. */
	address: string | null;
}

export const COMMAND_LINE: Actor = { type: 'CommandLine', id: null, name: 'command line', address: null };

const actors = new AsyncLocalStorage<Actor>();

export function actingAs<T>(actor: Actor | undefined, work: () => T): T {
	return actor ? actors.run(actor, work) : work();
}

export function currentActor(): Actor | undefined {
	return actors.getStore();
}
