cask "acquire-p2p" do
  arch arm: "arm64", intel: "x86_64"

  version "${version}"
  sha256 arm:   "${macos_arm64_sha256}",
         intel: "${macos_x86_64_sha256}"

  url "${home}/releases/download/v#{version}/acquire-p2p-#{version}-macos-#{arch}.dmg"
  name "Acquire"
  desc "${summary}"
  homepage "${home}"

  depends_on macos: ">= :big_sur"

  app "Acquire.app"
  binary "#{appdir}/Acquire.app/Contents/MacOS/acquire"

  zap trash: [
    "~/Library/Application Support/acquire",
    "~/Library/Preferences/acquire",
  ]
end
