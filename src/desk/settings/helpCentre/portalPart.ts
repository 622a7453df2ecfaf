import type { TeamPortal } from '#protocol/application/helpCentreRoutes.ts';

/** What a part of a help centre's page takes that is shown in one language at a time. */
export interface PortalPartProps {
	portal: TeamPortal;
	locale: string;
	/** What follows the language in the address. */
	path: readonly string[];
}
