/** Times for which a conversation is snoozed often, by the agent's clock. */

/** When agents begin to work. */
const MORNING = 9;

export interface SnoozeTimes {
	hour: Date;
	tomorrow: Date;
	/** Monday morning. */
	week: Date;
}

export function snoozeTimes(now: Date): SnoozeTimes {
	const daysToMonday = (8 - now.getDay()) % 7 || 7;
	return {
		hour: new Date(now.getTime() + 3_600_000),
		tomorrow: morningIn(now, 1),
		week: morningIn(now, daysToMonday),
	};
}

function morningIn(now: Date, days: number): Date {
	return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING);
}
