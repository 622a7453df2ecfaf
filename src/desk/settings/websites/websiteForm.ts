import type { TeamInbox } from '#protocol/application/inboxRoutes.ts';
import type { InboxChange } from '#protocol/application/inboxSettings.ts';

/** What each form of a website's settings gets. */
export interface WebsiteFormProps {
	/** The website as the server has it. */
	inbox: TeamInbox;
	/**
	 * Resolves with the website as it is then. Rejects with a RequestError; `etag` is for
	 * `unlessChanged`.
	 */
	save: (change: InboxChange, etag: string | undefined) => Promise<TeamInbox>;
	/** Takes what the server has answered to another change. */
	onChanged: (inbox: TeamInbox) => void;
}
