<?php
/**
 * Plugin Name:       Live Chat Widget
 * Description:       Live chat with your team on every page: loads nothing but a small launcher until a visitor shows interest.
 * Version:           0.2.0
 * Requires at least: 5.9
 * Requires PHP:      7.4
 * License:           MIT
 * Text Domain:       live-chat-widget
 *
 * Pages may be cached as a whole: nothing that depends on who looks at them is printed into them. Who is logged in is asked
 * afterwards, on a route that nobody caches (`identity.php`), and only once the visitor has shown interest in the chat.
 */

defined( 'ABSPATH' ) || exit;

const LIVE_CHAT_WIDGET_VERSION = '0.2.0';

require __DIR__ . '/settings.php';
require __DIR__ . '/identity.php';

add_action( 'wp_enqueue_scripts', 'live_chat_widget_enqueue' );
add_filter( 'script_loader_tag', 'live_chat_widget_as_module', 10, 2 );
add_action( 'wp_footer', 'live_chat_widget_print_tag' );

function live_chat_widget_enqueue() {
	$settings = live_chat_widget_settings();
	if ( ! live_chat_widget_is_set_up( $settings ) ) {
		return;
	}
	// Without a version in its address: the product's server says itself how long its module may be kept.
	wp_enqueue_script( 'live-chat-widget', $settings['base_url'] . '/live-chat-widget.js', array(), null, true );
	if ( live_chat_widget_tells_identity( $settings ) ) {
		wp_enqueue_script( 'live-chat-widget-identity', plugins_url( 'identity.js', __FILE__ ), array(), LIVE_CHAT_WIDGET_VERSION, true );
	}
}

/** WordPress before 6.5 knows no modules. */
function live_chat_widget_as_module( $tag, $handle ) {
	if ( 'live-chat-widget' !== $handle && 'live-chat-widget-identity' !== $handle ) {
		return $tag;
	}
	return preg_replace( '/<script(?: type=(["\'])text\/javascript\1)?/', '<script type="module"', $tag, 1 );
}

function live_chat_widget_print_tag() {
	$settings = live_chat_widget_settings();
	if ( ! live_chat_widget_is_set_up( $settings ) ) {
		return;
	}
	$attributes = array(
		'website-token'  => $settings['website_token'],
		'base-url'       => $settings['base_url'],
		'position'       => $settings['position'],
		'widget-style'   => $settings['widget_style'],
		'dark-mode'      => $settings['dark_mode'],
		'launcher-title' => $settings['launcher_title'],
		'locale'         => 'site' === $settings['language'] ? get_locale() : '',
	);
	if ( live_chat_widget_tells_identity( $settings ) ) {
		$attributes['data-identity'] = live_chat_widget_identity_address();
	}
	echo '<live-chat-widget';
	foreach ( array_filter( $attributes ) as $name => $value ) {
		printf( ' %s="%s"', esc_attr( $name ), esc_attr( $value ) );
	}
	echo '></live-chat-widget>';
}
