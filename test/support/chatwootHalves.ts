/**
 * Small stand-ins for Chatwoot's page script and server, written from the contract (docs/wire.md,
 * Page and frame), and without any caution.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The HTML of a site with Chatwoot's host script, with a button and a panel. It posts to any
 * origin, and trusts every sender.
 */
export function chatwootHostEmbed(product: string): string {
	return `<button id="bubble">Chat</button> <span id="dot"></span>
<div id="holder" style="position:fixed;right:20px;bottom:90px;width:400px;height:500px;visibility:hidden">
<iframe id="chat" style="width:100%;height:100%;border:0"></iframe></div>
<script>
const PREFIX = 'chatwoot-widget:';
const holder = document.getElementById('holder');
const frame = document.getElementById('chat');
const token = /cw_conversation=([^;]+)/.exec(document.cookie)?.[1];
const keep = (value) => { document.cookie = 'cw_conversation=' + value + '; Path=/; Max-Age=31536000; SameSite=Lax'; };
const post = (event, fields) => frame.contentWindow.postMessage(PREFIX + JSON.stringify({ event, ...fields }), '*');
let isOpen = false;
const toggle = (wanted = !isOpen) => {
	if (wanted === isOpen) return;
	isOpen = wanted;
	holder.style.visibility = isOpen ? 'visible' : 'hidden';
	post('toggle-open', { isOpen });
	if (isOpen) post('push-event', { eventName: 'webwidget.triggered' });
};
const actions = {
	loaded({ config }) {
		keep(config.authToken);
		post('config-set', { position: 'right', hideMessageBubble: false, showPopoutButton: false, widgetStyle: 'standard',
			darkMode: 'light', showUnreadMessagesDialog: true });
		document.getElementById('bubble').style.background = config.channelConfig.widgetColor;
		post('change-url', { referrerURL: location.href, referrerHost: location.host });
		post('toggle-close-button', { isMobile: false });
	},
	setAuthCookie({ data }) { keep(data.widgetAuthToken); },
	updateIframeHeight({ isFixedHeight, extraHeight }) { holder.style.height = isFixedHeight ? extraHeight + 'px' : '500px'; },
	setUnreadMode() { holder.dataset.preview = ''; toggle(true); },
	resetUnreadMode() { delete holder.dataset.preview; },
	handleNotificationDot({ unreadMessageCount }) { document.getElementById('dot').textContent = unreadMessageCount || ''; },
	toggleBubble() { toggle(); },
	closeWindow() { delete holder.dataset.preview; toggle(false); },
	onEvent({ eventIdentifier, data }) { dispatchEvent(new CustomEvent(eventIdentifier, { detail: data })); },
};
onmessage = ({ data }) => {
	if (typeof data !== 'string' || !data.startsWith(PREFIX)) return;
	const message = JSON.parse(data.slice(PREFIX.length));
	actions[message.event]?.(message);
};
document.getElementById('bubble').onclick = () => toggle();
addEventListener('chatwoot:on-message', ({ detail }) => { document.title = detail.content; });
frame.src = '${product}/widget?website_token=demo' + (token ? '&cw_conversation=' + token : '');
</script>`;
}

export interface ChatwootServer {
	origin: string;
	stop(): Promise<void>;
}

const WIDGET = `<!doctype html>
<meta charset="utf-8">
<title>A chat</title>
<p id="app">Visitor <output id="visitor">unknown</output>, colours <output id="colours"></output>, panel <output id="panel"></output>,
token <output id="token"></output></p>
<button id="close">Close it</button>
<script>
const PREFIX = 'chatwoot-widget:';
const post = (message) => parent.postMessage(PREFIX + JSON.stringify(message), '*');
const show = (id, value) => { document.getElementById(id).value = value; };
const authToken = new URLSearchParams(location.search).get('cw_conversation') ?? 'x.' + btoa('{"inbox_id":3}') + '.y';
show('token', new URLSearchParams(location.search).get('cw_conversation') ? 'brought' : 'new');
const actions = {
	'config-set': ({ darkMode }) => show('colours', darkMode),
	'set-color-scheme': ({ darkMode }) => show('colours', darkMode),
	'toggle-open': ({ isOpen }) => show('panel', isOpen ? 'open' : 'closed'),
	'set-user': ({ identifier, user }) => show('visitor', identifier + ' ' + user.name),
};
addEventListener('message', ({ data }) => {
	if (typeof data !== 'string' || !data.startsWith(PREFIX)) return;
	const message = JSON.parse(data.slice(PREFIX.length));
	actions[message.event]?.(message);
});
document.getElementById('close').onclick = () => post({ event: 'closeWindow' });
onload = () => post({ event: 'loaded', config: { authToken, channelConfig: { websiteName: 'A shop', widgetColor: '#aa0000', locale: 'en' } } });
</script>`;

/** Chatwoot's server as far as a page needs it: a document at `/widget`, and no CORS headers. */
export async function startChatwootServer(): Promise<ChatwootServer> {
	const server = createServer((request, response) => {
		const isWidget = request.url?.startsWith('/widget?') ?? false;
		response.writeHead(isWidget ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
		response.end(isWidget ? WIDGET : 'Not found');
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		stop() {
			server.closeAllConnections();
			return new Promise((resolve) => server.close(() => resolve()));
		},
	};
}
