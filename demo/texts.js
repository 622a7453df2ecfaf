const widget = document.querySelector('live-chat-widget');
const start = document.querySelector('#start');

function word() {
	widget.texts = { 'Start Conversation': start.value, de: { 'Start Conversation': 'Frag unsere Töpfer' } };
}

start.addEventListener('input', word);
word();
