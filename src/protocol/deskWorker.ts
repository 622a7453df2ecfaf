/** What the desk's page, its service worker and the server agree on. */

/** The worker's address. Its query names the desk's language: the worker keeps that catalogue. */
export const DESK_WORKER = '/desk/service-worker.js';

/** The addresses that the worker serves, and the start of the installed desk. */
export const DESK_SCOPE = '/desk';

/**
 * What the desk needs to start without a network. The server writes it before the worker's code, as
 * `SHELL`.
 */
export interface DeskShell {
	/** Differs between builds. */
	version: string;
	/** Addresses of scripts and styles, whose names contain a hash of their content. */
	files: string[];
}

/** A push message to the desk, which shows as a notification. */
export interface DeskPush {
	title: string;
	body: string;
	/** A later notification with the same tag takes this one's place. */
	tag: string;
	/** Where the desk goes when the agent presses it, such as `/desk#/conversations/7`. */
	url: string;
}

/**
 * The pictures of a pushed notification: its own, and the one-coloured sign in a phone's status
 * bar.
 */
export const DESK_NOTIFICATION_PICTURES = { icon: '/desk/icon-192.png', badge: '/desk/badge-96.png' };
