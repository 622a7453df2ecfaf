/** In place of the browser's notifications, which would ask the person who runs the tests. */
export class FakeNotification extends EventTarget {
	static permission: NotificationPermission = 'default';
	/** What the person answers when asked. */
	static answer: NotificationPermission = 'granted';
	static shown: FakeNotification[] = [];

	static requestPermission(): Promise<NotificationPermission> {
		FakeNotification.permission = FakeNotification.answer;
		return Promise.resolve(FakeNotification.permission);
	}

	readonly title: string;
	readonly body: string | undefined;
	isClosed = false;

	constructor(title: string, { body }: NotificationOptions) {
		super();
		this.title = title;
		this.body = body;
		FakeNotification.shown.push(this);
	}

	close(): void {
		this.isClosed = true;
	}
}

/** From now on nothing has been asked or shown. Returns the undo. */
export function fakeNotifications(): () => void {
	const { Notification: original } = globalThis;
	FakeNotification.permission = 'default';
	FakeNotification.shown = [];
	Object.assign(globalThis, { Notification: FakeNotification });
	return () => void Object.assign(globalThis, { Notification: original });
}
